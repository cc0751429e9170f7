import { parseArgs } from 'node:util'
import { pageViews } from '#analytics/server/visits.ts'
import { reportMonths } from '../rules/month.ts'
import { reportSections } from '../rules/report-sections.ts'
import { sectionText } from '../rules/section.ts'
import { gatherReport } from '../server/gather-report.ts'
import { rebuildSums } from '../server/close-days.ts'
import { rebuildBoughtUnits } from '../server/bought-units.ts'
import { rebuildComingOrders } from '../server/coming-orders.ts'
import { createReportLink } from '../server/report-link.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { OperatorRefusal, typedDay } from '#platform/command-line/operator-command.ts'
import type { CommandContext, OperatorCommand } from '#platform/command-line/operator-command.ts'

const days = 30

/** Page views of visitors who consented to be counted. */
export const visitsCommand: OperatorCommand = {
  name: 'visits',
  usages: [['', `lists the pages that were viewed in the last ${days} days by visitors who consented`]],
  run: async (context, args) => {
    if (args.length > 0) throw new OperatorRefusal('This command takes no arguments.')
    const { deps } = await context.shop()
    const pages = await deps.replica.read((database) => pageViews({ ...deps, database }, days))
    if (pages.length === 0) context.print('There are no page views of visitors who consented.')
    else context.print('views  browsers  page')
    for (const { path, views, visits } of pages)
      context.print(`${String(views).padStart(5)}  ${String(visits).padStart(8)}  ${path}`)
  },
}

const linkLife = Temporal.Duration.from({ hours: 12 })

const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

const rebuild = async (context: CommandContext, [from, ...rest]: readonly string[]): Promise<void> => {
  if (rest.length > 0) throw new OperatorRefusal('Give at most one day, the first one.')
  const { deps } = await context.shop()
  const { days, through } = await rebuildSums(deps, from === undefined ? null : typedDay(from))
  await rebuildComingOrders(deps)
  await rebuildBoughtUnits(deps)
  context.print(
    through === null ? 'No day is over yet.' : `Made the sums of ${days} days again, until ${through}.`,
  )
}

/** The operator's report, month by month. */
export const reportCommand: OperatorCommand = {
  name: 'report',
  usages: [
    ['', 'the last six months: recurring revenue, money, cohorts, buying, refused renewals, codes'],
    ['<month> [<month>]', 'the same for one month or a range of months: report 2031-01 2031-06'],
    ['--json …', 'the same as JSON'],
    ['--link', 'a link to a page that shows it, valid for twelve hours'],
    [
      'rebuild [<day>]',
      'makes the sums of days that are over again from their rows: all, or those from a day on; and those of coming orders and purchases',
    ],
  ],
  run: async (context, args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, link: { type: 'boolean', default: false } },
    })
    if (positionals[0] === 'rebuild') return rebuild(context, positionals.slice(1))
    const [from, to = from, ...rest] = positionals
    if (rest.length > 0 || !positionals.every(isMonth))
      throw new OperatorRefusal('Give at most two months, such as 2031-01.')
    const { deps } = await context.shop()
    const now = deps.clock.now()
    if (values.link) return context.print(createReportLink(deps).url(now.add(linkLife)))
    const months = reportMonths({ from, to }, dateIn(now, brand.timeZone), brand.timeZone)
    if (!months) throw new OperatorRefusal('Give from 1 to 24 months, the earlier one first.')
    const facts = await deps.replica.read((db) => gatherReport(db, months))
    if (values.json) context.print(JSON.stringify({ ...facts, bridges: Object.fromEntries(facts.bridges) }))
    else for (const section of reportSections(facts)) context.print(`${sectionText(section)}\n`)
  },
}
