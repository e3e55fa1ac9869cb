# Two threads on two cores that add to one counter: each takes the line from the other, also while it is on its way.
# The core of the second is idle until that begins; the first goes on after it has ended.
#   gcc -nostdlib -static -no-pie -o threads threads.s
.globl _start
.bss
.balign 64
counter: .skip  64
left:    .skip  64
         .skip  4096
.balign 64
stack:
.text
_start: mov     $56, %eax               # clone: memory, files, signals, thread group and all
        mov     $0x10f00, %edi
        lea     stack(%rip), %rsi
        xor     %edx, %edx
        xor     %r10d, %r10d
        xor     %r8d, %r8d
        syscall
        test    %eax, %eax
        jz      thread
        mov     $40, %ebx
        call    add
wait:   cmpl    $0, left(%rip)
        je      wait
        mov     $200, %ebx
        call    add
        xor     %edi, %edi
        mov     $231, %eax              # exit_group
        syscall
thread: mov     $40, %ebx
        call    add
        movl    $1, left(%rip)
        xor     %edi, %edi
        mov     $60, %eax               # exit
        syscall
add:    incq    counter(%rip)
        dec     %ebx
        jnz     add
        ret
