import { pagesRead } from '#analytics/server/visits.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

const days = 30

/** Which pages are read, as far as visitors agreed to be counted. */
export const visitsCommand: OperatorCommand = {
  name: 'visits',
  forms: [['', `says which pages were read in the last ${days} days, by those who agreed to be counted`]],
  run: async (house, words) => {
    if (words.length > 0) throw new OperatorRefusal('This command takes no words.')
    const { world } = await house.shop()
    const pages = await pagesRead(world, days)
    if (pages.length === 0) house.say('Nobody who agreed to be counted has read a page.')
    else house.say('views  browsers  page')
    for (const { path, views, visits } of pages)
      house.say(`${String(views).padStart(5)}  ${String(visits).padStart(8)}  ${path}`)
  },
}
