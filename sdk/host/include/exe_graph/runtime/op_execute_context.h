/* Contexts of the graph engine's fallback execution: declared only, nothing of ours calls such functions. */
#ifndef OPFORGE_EXE_GRAPH_OP_EXECUTE_CONTEXT_H
#define OPFORGE_EXE_GRAPH_OP_EXECUTE_CONTEXT_H

namespace gert {
class OpExecuteContext;
class OpExecutePrepareContext;
class OpExecuteLaunchContext;
} // namespace gert
#endif
