#include <cstdio>
int main()
{
    std::printf("error: the numbers are wrong\n");
    return 3;
}
