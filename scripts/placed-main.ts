// A server whose answers say where in the log of a database they were read or written, for the tests that hold the
// answers of several to that log.
import '../src/testing/placed-answers.ts';
import '../src/main.ts';
