import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { queryOf, wordsIn } from '#desk/screens/finance-frame.tsx'
import { ActionButton, ActionLink } from '#desk/screens/parts/action.tsx'
import { DeskHead, Views } from '#desk/screens/parts/desk-head.tsx'
import { Entry, EntryRow } from '#desk/screens/parts/entry.tsx'
import { Figures } from '#desk/screens/parts/figures.tsx'
import { Body } from '#desk/screens/parts/layout.tsx'
import { DeskNote, Section } from '#desk/screens/parts/section.tsx'
import { isShopError } from '#shared/errors.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewDeskReport } from '../desk-endpoints.ts'
import type { DeskReport, DeskReportTable } from '../desk-endpoints.ts'
import { monthsName } from '../rules/month.ts'
import { partTitle, reportParts } from '../rules/report.ts'
import { requestedReport } from './report-query.ts'
import { Waterfall } from './waterfall.tsx'
import { FigureMeanings } from '#desk/screens/parts/figure-meanings.tsx'
import styles from './desk-report-page.module.css'

export const loader = async ({ context, request, params }: LoaderFunctionArgs) => {
  const requested = requestedReport(params['part'], wordsIn(request))
  const { call } = context.get(shopContext)
  try {
    return { title: 'Report', ...(await call(viewDeskReport, requested)), message: null }
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.code !== 'VALIDATION_ERROR') throw thrown
    const message = Object.values(thrown.fields ?? {})[0] ?? thrown.detail
    const { part, currency } = requested
    return { title: 'Report', ...(await call(viewDeskReport, { part, currency })), message }
  }
}

const FigureTable = ({ table }: { readonly table: DeskReportTable }) => (
  <Figures
    label={table.title}
    region={`${table.title}: figures`}
    className={styles.figures}
    columns={['Figure', ...table.columns]}
  >
    {table.rows.map(({ name, is_total: isTotal, cells }) => (
      <tr key={name} className={isTotal ? styles.total : undefined}>
        <th scope="row">{name}</th>
        {cells.map(({ text, href }, at) => (
          <td key={table.columns[at]}>{href === null ? text : <a href={href}>{text}</a>}</td>
        ))}
      </tr>
    ))}
  </Figures>
)

const Part = ({ table }: { readonly table: DeskReportTable }) => (
  <Section title={table.title}>
    {table.note ? <p className={styles.note}>{table.note}</p> : null}
    {table.rows.length === 0 ? (
      <p>Nothing in these months.</p>
    ) : (
      <>
        <FigureTable table={table} />
        <FigureMeanings rows={table.rows} />
      </>
    )}
  </Section>
)

const Period = ({ part, from, to, currency, currencies }: DeskReport) => (
  <form action={`/desk/report/${part}`} aria-label="Months of the report" className={styles.period}>
    <EntryRow>
      <Entry label="From month" name="from" type="month" defaultValue={from} />
      <Entry label="To month" name="to" type="month" defaultValue={to} />
      <ActionButton>Show</ActionButton>
    </EntryRow>
    {currencies.length > 1 ? <input type="hidden" name="currency" defaultValue={currency} /> : null}
  </form>
)

/** What is shown: months next to the months before them, or a forecast. */
const periodText = ({ part, from, to, before }: DeskReport): string =>
  part === 'stock'
    ? 'From today on.'
    : `${monthsName(from, to)} beside ${monthsName(before.from, before.to)}, by days of the shop’s time zone.`

const wordsOf = ({ from, to, currency, currencies }: DeskReport) => ({
  from,
  to,
  currency: currencies.length > 1 ? currency : undefined,
})

/** The months, the parts, and the currencies where there are several. */
const Head = (report: DeskReport) => {
  const { part, currency, currencies } = report
  const words = wordsOf(report)
  const hrefOf = (one: string, other = words.currency) =>
    `/desk/report/${one}${queryOf({ ...words, currency: other })}`
  return (
    <>
      <DeskHead
        title="Report"
        sub={`${periodText(report)} Every number says what it counts.`}
        actions={
          <ActionLink href={`/desk/report/${part}/report.csv${queryOf(words)}`}>Export CSV</ActionLink>
        }
      />
      <Views
        label="Parts of the report"
        views={reportParts.map((one) => ({
          label: partTitle(one),
          href: hrefOf(one),
          isCurrent: one === part,
        }))}
      />
      {currencies.length > 1 ? (
        <Views
          label="Currency"
          views={currencies.map((one) => ({
            label: one,
            href: hrefOf(part, one),
            isCurrent: one === currency,
          }))}
        />
      ) : null}
    </>
  )
}

/** What the shop did in some months, beside as many months before: every number opens its rows and says what it counts. */
const DeskReportPage = () => {
  const report = useLoaderData<typeof loader>()
  const { part, currency, steps, tables, message } = report
  return (
    <>
      <Head {...report} />
      <div className={styles.work}>
        <Body>
          {message === null ? null : (
            <DeskNote kind="danger" isAnswer>
              {message}
            </DeskNote>
          )}
          {part === 'stock' ? null : <Period {...report} />}
          {steps.length === 0 ? null : <Waterfall steps={steps} currency={currency} />}
          {tables.map((table) => (
            <Part key={table.title} table={table} />
          ))}
        </Body>
      </div>
    </>
  )
}

export default DeskReportPage
