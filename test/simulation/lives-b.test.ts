import { testMemberSimulations } from './lives.ts'

await testMemberSimulations(1)
