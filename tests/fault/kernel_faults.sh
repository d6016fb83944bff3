#!/usr/bin/env bash
# Kernels that make mistakes: each launch ends in an error that names kernel, core, call and source line, and the next
# launch of the same process works. One line of the table is one mistake of tests/cases/ops/faults/faulty.
# Usage: kernel_faults.sh <oprun> <package> <scratch folder>
set -u
oprun=$1
package=$2
scratch=$3
source=tests/cases/ops/faults/faulty/op_kernel/faulty.cpp
mkdir -p "$scratch"

# kind | texts of the error, separated by |
table='1|AIV core 1 of 2|local memory overflow: InitBuffer|asks for 1 x 1048576 bytes of UB
2|AIV core 1 of 2|misaligned: Adds: dst starts 4 bytes past a 32-byte boundary
3|AIV core 1 of 2|out of range: Adds: dst needs 262144 bytes
4|AIV core 1 of 2|queue state: EnQue|is queued already
5|AIV core 1 of 2|queue state: DeQue|is empty
6|AIV core 1 of 2|queue state: FreeTensor|is free already
7|AIV core 1 of 2|queue state: AllocTensor|all 2 buffers
8|AIV core 1 of 2|out of range: SetValue: element 4194304
9|AIV core 1 of 2|global memory: DataCopy: writes 4096 bytes at
10|AIV core 1 of 2, SIMT thread|crash: accessed memory
11|AIV core 1 of 2|global memory: GlobalTensor::SetValue: writes 4 bytes
12|AIV core 1 of 2|global memory: DataCopy|a null pointer
13|AIV core 1 of 2|assertion `count_ == 0'"' failed"'
14|deadlock|1 of 2 AIV cores wait in SyncAll|AIV core 1 waits first
15|AIV core 1 of 2|crash: integer division by zero
16|AIV core 1 of 2|assertion: Trap
17|AIV core 1 of 2|crash: stack overflow
18|AIV core 1 of 2|crash: accessed memory at 0x0: a null pointer
19|AIV core 1 of 2|bad argument: Adds: repeatTime 300 is above 255
20|AIV core 1 of 2|bad argument: Add: mask[0] has bits above the 32 lanes of a repeat
21|AIV core 1 of 2|misaligned: DataCopyPad: dst starts 4 bytes past a 32-byte boundary
22|AIV core 1 of 2|out of range: DataCopyPad: dst needs 6464 bytes
23|AIV core 1 of 2|bad argument: DataCopyPad: blockCount 5000 is above 4095
24|AIV core 1 of 2|misaligned: LoadAlign|must be a multiple of 32 bytes
25|AIV core 1 of 2|crash: StoreAlign: accessed|bytes past the end of UB
26|AIV core 1 of 2, SIMT thread|crash: accessed|bytes past the end of UB
27|AIV core 1 of 2, SIMT thread|crash: accessed memory|past the end of the allocation of
28|AIV core 1 of 2|out of range: Gather: index 1048576 of 4-byte elements
29|AIV core 1 of 2|crash: LoadAlign: accessed|bytes before the start of UB
30|AIV core 1 of 2|out of range: Compare: dst needs 8192 bytes
31|AIV core 1 of 2|bad argument: WholeReduceSum: repeatTime 256 is above 255'

tensor() { printf '{"dtype": "float32", "shape": [16], "values": [%s]}' "$(seq -s , "$1" "$(($1 + 15))")"; }
works() { printf ',\n{"name": "works after %s", "inputs": [%s], "outputs": [%s]}' "$1" "$(tensor 0)" "$(tensor 1)"; }

cases=$scratch/faulty.json
{
    printf '{"op_type": "Faulty", "cases": [\n'
    printf '{"name": "works", "inputs": [%s], "outputs": [%s]}' "$(tensor 0)" "$(tensor 1)"
    while IFS='|' read -r kind texts; do
        line=$(grep -n "// kind $kind\$" "$source" | cut -d : -f 1)
        where="faulty.cpp:$line:"
        [ "$kind" = 17 ] && where='in Deep' # any of its lines may be the one that meets the end of the stack
        printf ',\n{"name": "kind %s", "attrs": {"kind": %s}, "inputs": [%s],\n "fails": ["kernel Faulty", ' \
            "$kind" "$kind" "$(tensor 0)"
        printf '"%s", "%s"]}' "${texts//|/\", \"}" "$where"
        works "kind $kind"
    done <<< "$table"
    printf '\n]}\n'
} > "$cases"
failed=0
# one host thread, several, and cores in another order: the report is the same
for setting in OPF_THREADS=1 OPF_THREADS=3 OPF_SCHED=7; do
    env "$setting" "$oprun" --opp="$package" --cases="$cases" 2> "$scratch/stderr.log" || { echo "with $setting"; failed=1; }
done
exit $failed
