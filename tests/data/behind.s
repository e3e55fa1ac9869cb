# Whoever waits behind a miss: a load misses, an older store of the same line comes to the cache while the miss is
# under way, which was not asked to be writable, and then another load; the answer is writable and serves all three.
#   gcc -nostdlib -static -no-pie -o behind behind.s
.globl _start
.bss
.balign 64
lines:  .skip   16 * 64
.text
_start:
        mov     $16, %ebx
        lea     lines(%rip), %rdi
again:  mov     %rax, (%rdi)
        mov     8(%rdi), %rcx
        mov     %ebx, %edx
        and     $0, %edx
        .rept   12
        imul    $3, %rdx, %rdx
        .endr
        mov     16(%rdi,%rdx), %rsi
        add     $64, %rdi
        dec     %ebx
        jnz     again
        xor     %edi, %edi
        mov     $231, %eax              # exit_group
        syscall
