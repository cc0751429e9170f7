import { z } from 'zod'
import { login, setPassword } from '#account/endpoints.ts'
import type { BenchChild } from './child.ts'
import { median } from './figures.ts'
import type { BenchEnvironment } from './environment.ts'
import type { Lengths } from './lengths.ts'
import type { Figure } from './report.ts'
import { limitFigure } from './report.ts'

const known = 'known@example.com'
const unknown = 'nobody@example.com'
const password = 'a long walk in the woods'

let networks = 0

const post = async (url: string, payload: object): Promise<number> => {
  networks += 1
  // A network of its own for each try: the shop's limits are not what is measured.
  const from = `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(payload),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Milliseconds until a wrong password is refused. */
const refusal = async ({ shopUrl }: BenchEnvironment, email: string): Promise<number> => {
  const start = performance.now()
  const status = await post(`${shopUrl}${login.path}`, { email, password: 'not the password' })
  if (status !== 401) throw new Error(`a wrong password was answered ${status}`)
  return performance.now() - start
}

/** Whether the time of a refused sign-in reveals if an e-mail has an account: known and unknown ones alternate. */
export const signInFigures = async (bench: BenchEnvironment, shop: BenchChild, lengths: Lengths) => {
  const token = z.string().parse(await shop.send({ kind: 'member', email: known }))
  const set = await post(`${bench.shopUrl}${setPassword.path}`, { token, password })
  if (set !== 200) throw new Error(`the password was answered ${set}`)
  const times = { known: new Array<number>(), unknown: new Array<number>() }
  for (let round = -lengths.signInWarmUp; round < lengths.signIns; round += 1) {
    // Who comes first changes, so that neither always follows the other.
    const order = round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    await shop.send({ kind: 'reset limits' })
    for (const emailKind of order) {
      const milliseconds = await refusal(bench, emailKind === 'known' ? known : unknown)
      if (round >= 0) times[emailKind].push(milliseconds)
    }
  }
  const [knownMedian, unknownMedian] = [median(times.known), median(times.unknown)]
  const figures: Figure[] = [
    { name: 'refused sign-in, known e-mail, median', value: knownMedian, unit: ' ms' },
    { name: 'refused sign-in, unknown e-mail, median', value: unknownMedian, unit: ' ms' },
    limitFigure('their distance', Math.abs(knownMedian - unknownMedian), 'ms', 5),
  ]
  return { figures, details: { signIn: times } }
}
