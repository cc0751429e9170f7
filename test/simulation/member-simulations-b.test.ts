import { testMemberSimulations } from './member-simulations.ts'

await testMemberSimulations(1)
