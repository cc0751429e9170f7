import { brokenInvariants } from '../invariants.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

/** Whether the data is whole, of a shop that is open or closed. */
export const invariantsCommand: OperatorCommand = {
  name: 'invariants',
  forms: [['', 'checks the data: books, orders, coupon uses; says a sentence for all that may not be']],
  run: async (house, words) => {
    if (words.length > 0) throw new OperatorRefusal('This command takes no words.')
    const { kysely } = await house.database()
    const broken = await brokenInvariants(kysely)
    for (const sentence of broken) house.say(sentence)
    if (broken.length > 0) throw new OperatorRefusal(`${broken.length} found.`)
    house.say('Everything holds.')
  },
}
