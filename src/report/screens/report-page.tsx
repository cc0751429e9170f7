import type { LoaderFunctionArgs } from 'react-router'
import { data, useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { brand } from '#shared/brand.ts'
import { isShopError } from '#shared/errors.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Field } from '#ui/field.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { TableRegion } from '#ui/table-region.tsx'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { viewReport } from '../endpoints.ts'
import type { Section } from '../rules/section.ts'
import { definitionsOf } from '../rules/section.ts'
import styles from './report-page.module.css'

export const loader = async ({ context, url }: Pick<LoaderFunctionArgs, 'context' | 'url'>) => {
  const { searchParams: query } = url
  const requested = {
    token: query.get('token') ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
  }
  // Who comes by the address alone has no link that could have expired.
  if (requested.token === '') return data({ ...requested, sections: [], message: null }, { status: 404 })
  try {
    const months = { from: requested.from || undefined, to: requested.to || undefined }
    const report = await context.get(shopContext).call(viewReport, { token: requested.token, ...months })
    return data({ ...requested, ...report, message: null })
  } catch (thrown) {
    if (!isShopError(thrown) || thrown.status >= 500) throw thrown
    const message = Object.values(thrown.fields ?? {})[0] ?? thrown.detail
    return data({ ...requested, sections: [], message }, { status: thrown.status })
  }
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `from 2026-09` → `From Sep 2026`; other names only with a capital first letter. */
const displayName = (name: string): string => {
  const label = name.replace(
    /(\d{4})-(\d{2})/,
    (_, year: string, month: string) => `${monthNames[Number(month) - 1] ?? month} ${year}`,
  )
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`
}

/** Zero values are muted. */
const isNothing = (value: string | undefined): boolean => value === undefined || /^[0.,()%\s–-]*$/.test(value)

const Table = ({ section }: { readonly section: Section }) => (
  <TableRegion label={section.title}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          {section.columns.map((column) => (
            <th key={column} scope="col">
              {displayName(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {section.rows.map(({ name, values }) => (
          <tr key={name}>
            <th scope="row">{displayName(name)}</th>
            {section.columns.map((column, at) => (
              <td key={column} className={isNothing(values[at]) ? text.mute : undefined}>
                {values[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </TableRegion>
)

const Definitions = ({ section }: { readonly section: Section }) => (
  <details className={styles.meaning}>
    <summary>What the figures mean</summary>
    <dl className={styles.definitions}>
      {definitionsOf(section).map(({ name, definition }) => (
        <div key={definition}>
          <dt>{displayName(name)}</dt>
          <dd>{definition}</dd>
        </div>
      ))}
    </dl>
  </details>
)

const Part = ({ section }: { readonly section: Section }) => (
  <section className={styles.part}>
    <h2 className={text.d3}>{section.title}</h2>
    {section.rows.length === 0 ? (
      <p className={text.mute}>Nothing yet.</p>
    ) : (
      <>
        <Table section={section} />
        <Definitions section={section} />
      </>
    )}
  </section>
)

const MonthForm = () => {
  const { token, from, to } = useLoaderData<typeof loader>()
  return (
    <form method="get" className={styles.months}>
      <input type="hidden" name="token" defaultValue={token} />
      <Field name="from" type="text" label="From month" placeholder="2031-01" defaultValue={from} />
      <Field name="to" type="text" label="To month" placeholder="2031-12" defaultValue={to} />
      <Button kind="secondary">Show</Button>
    </form>
  )
}

/** The operator's report; opened by a link that an operator made. */
const ReportPage = () => {
  const { token, sections, message } = useLoaderData<typeof loader>()
  const lead =
    token === ''
      ? 'This page opens with a link that is valid for twelve hours. The command report --link makes one.'
      : 'What the shop did, month by month. Each figure says what it counts.'
  return (
    <div className={classNames(layout.page, styles.page)}>
      <PageHead title={`Report | ${brand.name}`} unlisted />
      <h1 className={text.d2}>Report</h1>
      <p className={classNames(text.lead, text.mute, styles.lead)}>{lead}</p>
      {message ? <ErrorSummary message={message} className={styles.part} /> : null}
      {token === '' ? null : <MonthForm />}
      {sections.map((section) => (
        <Part key={section.title} section={section} />
      ))}
    </div>
  )
}

export default ReportPage
