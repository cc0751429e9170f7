import { availableParallelism } from 'node:os'

/**
 * How many test files run at once: one more than the machine has processors, because tests wait for databases and processes
 * a quarter of their time; at most six, because their shops share the connections of one database server.
 */
export const testWorkers = Math.min(6, availableParallelism() + 1)
