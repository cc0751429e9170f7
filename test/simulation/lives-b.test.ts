import { testLives } from './lives.ts'

await testLives(1)
