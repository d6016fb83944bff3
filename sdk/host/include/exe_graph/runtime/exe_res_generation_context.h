/* Contexts of the graph engine's task generation: declared only, nothing of ours calls such functions. */
#ifndef OPFORGE_EXE_GRAPH_EXE_RES_GENERATION_CONTEXT_H
#define OPFORGE_EXE_GRAPH_EXE_RES_GENERATION_CONTEXT_H

namespace gert {
class ExeResGenerationContext;
class OpCheckContext;
} // namespace gert
#endif
