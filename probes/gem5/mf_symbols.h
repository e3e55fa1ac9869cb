// How this module gets in front of gem5's functions without an edit of its tree.
//
// MF_WRAP(result, name, "mangled", parameters) declares two functions: real_name is gem5's
// own, wrap_name is ours. The linker option --wrap=mangled, which SConscript gives for every
// MF_WRAP and MF_WRAP_IF in this folder, sends calls from other translation units to ours. A symbol that a
// version of gem5 does not have ends the link with its name.
#ifndef MF_SYMBOLS_H
#define MF_SYMBOLS_H

// MF_WRAP_IF(condition, result, name, "mangled", (parameters), (their names)): ours is recorded_name, and called
// only while the condition holds. For what is called often: else a test and a jump are all that it costs.
#define MF_WRAP(result, name, mangled, ...)                \
  result real_##name(__VA_ARGS__) asm("__real_" mangled); \
  result wrap_##name(__VA_ARGS__) asm("__wrap_" mangled)

#define MF_WRAP_IF(condition, result, name, mangled, parameters, names) \
  result real_##name parameters asm("__real_" mangled);                 \
  result wrap_##name parameters asm("__wrap_" mangled);                 \
  [[gnu::noinline]] result recorded_##name parameters;                  \
  result wrap_##name parameters                                         \
  {                                                                     \
    if (condition) return recorded_##name names;                        \
    return real_##name names;                                           \
  }                                                                     \
  static_assert(true)

// MF_MEMBER(name, Class, member): name(object) is a reference to a member that is private or
// protected; explicit instantiation may name it (ISO C++ [temp.spec]).
#define MF_MEMBER(name, Class, member)                                 \
  template <auto M>                                                    \
  struct name##_door {                                                 \
    friend auto& name(Class& object) { return object.*M; }             \
  };                                                                   \
  auto& name(Class& object);                                           \
  template struct name##_door<&Class::member>

#endif
