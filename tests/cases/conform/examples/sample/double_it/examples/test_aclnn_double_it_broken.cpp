int main() { return NoSuchNumber; }
