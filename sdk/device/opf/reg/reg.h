/* The register layer: AscendC::Reg, also spelt AscendC::MicroAPI. */
#ifndef OPF_REG_REG_H
#define OPF_REG_REG_H

#include "reg_cast.h"
#include "reg_load_store.h"
#include "reg_raw.h"

#endif
