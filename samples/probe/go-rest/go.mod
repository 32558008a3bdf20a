module example.com/ship

go 1.24
