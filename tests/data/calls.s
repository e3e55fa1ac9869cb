# A program whose retired stream simulators tell differently: system calls, which one commits and
# another does not, and rep, which one retires an iteration at a time and another as one.
#   gcc -nostdlib -static -no-pie -o calls calls.s
# A shorter one is built with -Wa,--defsym,ROUNDS=5.
.globl _start
.text
.ifndef ROUNDS
.set ROUNDS, 16
.endif
_start:
        mov     $ROUNDS, %ebx
again:  lea     bytes(%rip), %rdi
        mov     %ebx, %ecx
        and     $15, %ecx
        mov     %ebx, %eax
        rep stosb               # of 0 to 15 iterations
        mov     $39, %eax
        syscall                 # getpid
        test    $3, %bl
        jnz     next
        call    sum
        mov     $39, %eax
        syscall
next:   dec     %ebx
        jnz     again
        xor     %edi, %edi
        mov     $231, %eax
        syscall                 # exit_group
sum:    mov     $50, %ecx
        xor     %eax, %eax
1:      add     bytes(%rip), %al
        loop    1b
        ret
.globl _end_of_code
_end_of_code:
.bss
bytes:  .skip   64
