import { parseArgs } from 'node:util'
import { z } from 'zod'
import { parkedSubscriptions, takeUp } from '#subscription/server/parked.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand, OperatorHouse } from './operator-command.ts'

const list = async ({ say, shop }: OperatorHouse): Promise<void> => {
  const { world } = await shop()
  const parked = await parkedSubscriptions(world.database)
  if (parked.length === 0) say('No subscription is parked.')
  for (const { subscription_id: id, parked_at: at, step, times, reason } of parked)
    say(`${id}  ${at}  ${step}, ${times === 1 ? 'once' : `${times} times`}: ${reason}`)
}

const again = async ({ say, shop }: OperatorHouse, which: string): Promise<void> => {
  if (which !== 'all' && !z.uuid().safeParse(which).success)
    throw new OperatorRefusal('Say the id of a subscription, or all.')
  const { world } = await shop()
  const count = await takeUp(world, which === 'all' ? null : which)
  if (count === 0 && which !== 'all') throw new OperatorRefusal(`The subscription ${which} is not parked.`)
  say(`${count} ${count === 1 ? 'subscription is' : 'subscriptions are'} tried again at the next run.`)
}

/** Subscriptions whose renewal failed for a reason that is no card's: nobody is charged for them until they are taken up. */
export const parkedCommand: OperatorCommand = {
  name: 'parked',
  forms: [
    ['', 'lists the subscriptions that failed and are left out of the renewals, with the reason'],
    ['again <subscription id>', 'has one of them tried again at the next run'],
    ['again all', 'has all of them tried again'],
  ],
  run: async (house, words) => {
    const { positionals } = parseArgs({ args: [...words], allowPositionals: true, options: {} })
    const [what, which, ...rest] = positionals
    if (what === undefined) return list(house)
    if (what !== 'again' || which === undefined || rest.length > 0)
      throw new OperatorRefusal('Say nothing, or again and the id of a subscription, or again all.')
    return again(house, which)
  },
}
