/* opforge: what build.sh does. */
#include "driver/build_driver.h"

int main(int argc, char **argv)
{
    return opf_driver_main(argc, (const char *const *)argv);
}
