/* opf_fibre_jump(void **save, void *to): push the callee-saved registers, store the stack pointer in *save, take
 * `to` as stack pointer, pop and jump there. opf_fibre_exit(void *to): the second half alone. opf_fibre_begin is where
 * a new fibre's first jump goes. Jumps, not returns, and two of them: both are predicted then. */
#if defined(__x86_64__)
    .text
    /* Each use is a jump of its own, so that each is predicted by itself. */
    .macro resume
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx
    notrack jmpq *%rcx
    .endm

    .globl opf_fibre_jump
    .hidden opf_fibre_jump
    .type opf_fibre_jump, @function
    .p2align 4
opf_fibre_jump:
    .cfi_startproc
    endbr64
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    resume
    .cfi_endproc
    .size opf_fibre_jump, .-opf_fibre_jump

    .globl opf_fibre_exit
    .hidden opf_fibre_exit
    .type opf_fibre_exit, @function
    .p2align 4
opf_fibre_exit:
    .cfi_startproc
    .cfi_undefined rip
    endbr64
    movq %rdi, %rsp
    resume
    .cfi_endproc
    .size opf_fibre_exit, .-opf_fibre_exit

    .globl opf_fibre_begin
    .hidden opf_fibre_begin
    .type opf_fibre_begin, @function
    .p2align 4
opf_fibre_begin:
    .cfi_startproc
    .cfi_undefined rip
    endbr64
    movq %r13, %rdi
    xorl %ebp, %ebp
    callq *%r12
    ud2
    .cfi_endproc
    .size opf_fibre_begin, .-opf_fibre_begin
#elif defined(__aarch64__)
    .macro fibre_go_on
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    br x30
    .endm
    .text
    .globl opf_fibre_jump
    .hidden opf_fibre_jump
    .type opf_fibre_jump, %function
    .p2align 4
opf_fibre_jump:
    .cfi_startproc
    sub sp, sp, #160
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    fibre_go_on
    .cfi_endproc
    .size opf_fibre_jump, .-opf_fibre_jump

    .globl opf_fibre_exit
    .hidden opf_fibre_exit
    .type opf_fibre_exit, %function
    .p2align 4
opf_fibre_exit:
    .cfi_startproc
    .cfi_undefined x30
    mov sp, x0
    fibre_go_on
    .cfi_endproc
    .size opf_fibre_exit, .-opf_fibre_exit

    .globl opf_fibre_begin
    .hidden opf_fibre_begin
    .type opf_fibre_begin, %function
    .p2align 4
opf_fibre_begin:
    .cfi_startproc
    .cfi_undefined x30
    mov x0, x20
    mov x29, xzr
    mov x30, xzr
    blr x19
    brk #1
    .cfi_endproc
    .size opf_fibre_begin, .-opf_fibre_begin
#endif
    .section .note.GNU-stack, "", %progbits
