import { availableParallelism } from 'node:os'

/**
 * How many test files or browsers run at once: one for each processor of the machine and one more, because tests wait for
 * databases, processes and each other for about 40 % of their time. At most six, because their shops share the connections
 * of one database server.
 */
export const testWorkers = Math.min(6, availableParallelism() + 1)
