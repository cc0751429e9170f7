import { pageViews } from '#analytics/server/visits.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

const days = 30

/** Which pages are read, as far as visitors agreed to be counted. */
export const visitsCommand: OperatorCommand = {
  name: 'visits',
  usages: [['', `says which pages were read in the last ${days} days, by those who agreed to be counted`]],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no words.')
    const { deps } = await context.shop()
    const pages = await pageViews(deps, days)
    if (pages.length === 0) context.print('Nobody who agreed to be counted has read a page.')
    else context.print('views  browsers  page')
    for (const { path, views, visits } of pages)
      context.print(`${String(views).padStart(5)}  ${String(visits).padStart(8)}  ${path}`)
  },
}
