/* The register layer: AscendC::Reg, also spelt AscendC::MicroAPI. */
#ifndef OPF_REG_REG_H
#define OPF_REG_REG_H

#include "cast.h"
#include "load_store.h"
#include "raw.h"

#endif
