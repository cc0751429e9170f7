import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { isShopError } from '#shared/errors.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import type { ShopContext } from '#web/request/shop-context.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { listLots, viewCertificate } from '../endpoints.ts'
import type { Certificate } from '../endpoints.ts'
import { CertificateSheet } from './certificate-sheet.tsx'
import styles from './certificates-page.module.css'

interface Answer {
  readonly certificate: Certificate | null
  /** Why there is none. */
  readonly error?: string
}

const notFound =
  'We haven’t released a lot with this number. Please check the base of your jar or the back of your packet.'

const answerTo = async (call: ShopContext['call'], lot: string): Promise<Answer> => {
  try {
    return { certificate: await call(viewCertificate, { lot }) }
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    if (thrown.code === 'NOT_FOUND') return { certificate: null, error: notFound }
    if (thrown.code === 'VALIDATION_ERROR')
      return { certificate: null, error: thrown.fields?.['lot'] ?? thrown.message }
    throw thrown
  }
}

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const typed = url.searchParams.get('lot')
  const { lots } = await call(listLots, {})
  const answer: Answer = typed === null ? { certificate: null } : await answerTo(call, typed)
  return { lots, typed: typed?.slice(0, 40) ?? '', answer }
}

const LotForm = ({ typed, error }: { readonly typed: string; readonly error: string | undefined }) => (
  <form method="get" action="/certificates" className={styles.form} noValidate>
    <Field
      name="lot"
      label="Lot number"
      autoComplete="off"
      required
      defaultValue={typed}
      hint="On the base of the jar, or on the back of the packet. For example: DS2609A"
      error={error}
      focused={error !== undefined}
    />
    <Button kind="primary">Show the results</Button>
  </form>
)

interface LotListProps {
  readonly lots: Awaited<ReturnType<typeof loader>>['lots']
}

const LotList = ({ lots }: LotListProps) => (
  <section aria-labelledby="latest">
    <h2 className={text.d3} id="latest">
      Latest lots
    </h2>
    <ul className={styles.lots}>
      {lots.map((lot) => (
        <li key={lot.lot}>
          <a href={`/certificates?lot=${lot.lot}#results`}>{lot.lot}</a>
          <span>
            {lot.product_name}, {lot.contents}
          </span>
          <span className={text.mute}>Made {longDate(lot.made_on)}</span>
        </li>
      ))}
    </ul>
  </section>
)

/** What a laboratory found in a lot, by the number on the package. */
const CertificatesPage = () => {
  const { lots, typed, answer } = useLoaderData<typeof loader>()
  return (
    <div className={layout.page}>
      <PageHead
        title={`Lab results by lot | ${brand.name}`}
        description="An outside lab tests each lot before we ship it. Enter the lot number on your jar or packet to see what it found."
      />
      <h1 className={text.d2}>Lab results by lot</h1>
      <p className={classNames(text.lead, text.mute, layout.gap4)}>
        An outside lab tests each lot before we ship it. Enter the number on your package to see what it
        found.
      </p>
      <div className={classNames(layout.grid, layout.gap6)}>
        <div className={layout.first4}>
          <LotForm typed={typed} error={answer.error} />
        </div>
        <div className={layout.last6} id="results">
          {answer.certificate ? (
            <CertificateSheet certificate={answer.certificate} />
          ) : (
            <LotList lots={lots} />
          )}
        </div>
      </div>
    </div>
  )
}

export default CertificatesPage
