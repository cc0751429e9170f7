import { pageViews } from '#analytics/server/visits.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

const days = 30

/** Page views of visitors who consented to be counted. */
export const visitsCommand: OperatorCommand = {
  name: 'visits',
  usages: [['', `lists the pages that were viewed in the last ${days} days by visitors who consented`]],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no arguments.')
    const { deps } = await context.shop()
    const pages = await pageViews(deps, days)
    if (pages.length === 0) context.print('There are no page views of visitors who consented.')
    else context.print('views  browsers  page')
    for (const { path, views, visits } of pages)
      context.print(`${String(views).padStart(5)}  ${String(visits).padStart(8)}  ${path}`)
  },
}
