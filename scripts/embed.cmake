# cmake -DROOT=dir -DOUT=file.cc "-DGLOBS=catalogs/*.sql;..." [-DFUNCTION=name] -P embed.cmake
# Writes every matching file below ROOT as one table of (path, text); see libmf/base/embedded.h.
# Texts are cut into pieces, since a compiler need not take string literals over 64 kB.
if(NOT FUNCTION)
  set(FUNCTION embeddedFiles)
endif()
set(files "")
foreach(glob IN LISTS GLOBS)
  file(GLOB_RECURSE found RELATIVE ${ROOT} ${ROOT}/${glob})
  list(APPEND files ${found})
endforeach()
list(SORT files)
set(body "")
foreach(f IN LISTS files)
  file(READ ${ROOT}/${f} text)
  string(LENGTH "${text}" length)
  set(pieces "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND pieces "R\"~~~(${piece})~~~\"\n")
    math(EXPR at "${at} + 8000")
  endwhile()
  string(APPEND body "  {\"${f}\", ${pieces}},\n")
endforeach()
file(WRITE ${OUT} "#include \"libmf/base/embedded.h\"
namespace {
constexpr mf::EmbeddedFile FILES[] = {
${body}};
}  // namespace
namespace mf {
std::span<const EmbeddedFile> ${FUNCTION}() { return FILES; }
}  // namespace mf
")
