import { parseArgs } from 'node:util'
import { monthsBetween } from '#report/rules/month.ts'
import { reportSections } from '#report/rules/report-sections.ts'
import { sectionText } from '#report/rules/section.ts'
import { gatherReport } from '#report/server/gather-report.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'

const longest = 24

const monthOf = (text: string): Temporal.PlainYearMonth => {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new OperatorRefusal('Say months as 2031-01.')
  return Temporal.PlainYearMonth.from(text)
}

/** What the brand wants to know of its shop, month by month. */
export const reportCommand: OperatorCommand = {
  name: 'report',
  forms: [
    ['', 'the last six months: recurring revenue, money, cohorts, buying, refused renewals, codes'],
    ['<month> [<month>]', 'the same of one month, or from one to another: report 2031-01 2031-06'],
    ['--json …', 'the facts behind it, for programs'],
  ],
  run: async (house, words) => {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    })
    const [first, last = first, ...rest] = positionals.map(monthOf)
    if (rest.length > 0) throw new OperatorRefusal('Say at most two months.')
    const { world } = await house.shop()
    const now = dateIn(world.clock.now(), brand.timeZone).toPlainYearMonth()
    const months = monthsBetween(first ?? now.subtract({ months: 5 }), last ?? now, brand.timeZone)
    if (months.length === 0 || months.length > longest)
      throw new OperatorRefusal(`Say from 1 to ${longest} months, the earlier one first.`)
    const facts = await gatherReport(world.database, months)
    if (values.json) house.say(JSON.stringify(facts))
    else for (const section of reportSections(facts)) house.say(`${sectionText(section)}\n`)
  },
}
