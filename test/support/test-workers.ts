import { availableParallelism } from 'node:os'

/**
 * How many test files or browsers run at once: one for each processor of the machine. At least two, because tests wait for
 * databases and processes more than they compute; at most six, because their shops share the connections of one database
 * server.
 */
export const testWorkers = Math.min(6, Math.max(2, availableParallelism()))
