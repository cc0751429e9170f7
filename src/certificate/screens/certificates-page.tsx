import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { isShopError } from '#shared/errors.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import type { ShopContext } from '#web/request/shop-context.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { listLots, viewCertificate } from '../endpoints.ts'
import type { Certificate } from '../endpoints.ts'
import { certificatesMessages } from '../messages/certificates-messages.ts'
import { CertificateSheet } from './certificate-sheet.tsx'
import styles from './certificates-page.module.css'

interface Answer {
  readonly certificate: Certificate | null
  /** Why no certificate was found. */
  readonly error?: string
}

const answerTo = async (
  { call, locale }: Pick<ShopContext, 'call' | 'locale'>,
  lot: string,
): Promise<Answer> => {
  try {
    return { certificate: await call(viewCertificate, { lot }) }
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    if (thrown.code === 'NOT_FOUND')
      return { certificate: null, error: certificatesMessages.in(locale)('notFound') }
    if (thrown.code === 'VALIDATION_ERROR')
      return { certificate: null, error: thrown.fields?.['lot'] ?? thrown.message }
    throw thrown
  }
}

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const shop = context.get(shopContext)
  const typed = url.searchParams.get('lot')
  const { lots } = await shop.call(listLots, {})
  const answer: Answer = typed === null ? { certificate: null } : await answerTo(shop, typed)
  return { lots, typed: typed?.slice(0, 40) ?? '', answer }
}

const LotForm = ({ typed, error }: { readonly typed: string; readonly error: string | undefined }) => {
  const t = useMessages(certificatesMessages)
  return (
    <form method="get" action="/certificates" className={styles.form} noValidate>
      <Field
        name="lot"
        label={t('lotNumber')}
        autoComplete="off"
        required
        defaultValue={typed}
        hint={t('lotNumberHint')}
        error={error}
        focused={error !== undefined}
      />
      <Button kind="primary">{t('find')}</Button>
    </form>
  )
}

interface LotListProps {
  readonly lots: Awaited<ReturnType<typeof loader>>['lots']
}

const LotList = ({ lots }: LotListProps) => {
  const t = useMessages(certificatesMessages)
  const locale = useLocale()
  return (
    <section aria-labelledby="latest">
      <h2 className={text.d3} id="latest">
        {t('latest')}
      </h2>
      <ul className={styles.lots}>
        {lots.map((lot) => (
          <li key={lot.lot}>
            <a href={`/certificates?lot=${lot.lot}#results`}>{lot.lot}</a>
            <span>{t('contentsOf', { product: lot.product_name, contents: lot.contents })}</span>
            <span className={text.mute}>{t('madeOn', { day: longDate(lot.made_on, locale) })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a laboratory found in a lot, by the number on the package. */
const CertificatesPage = () => {
  const { lots, typed, answer } = useLoaderData<typeof loader>()
  const t = useMessages(certificatesMessages)
  return (
    <div className={layout.page}>
      <PageHead title={`${t('title')} | ${brand.name}`} description={t('description')} />
      <h1 className={text.d2}>{t('title')}</h1>
      <p className={classNames(text.lead, text.mute, layout.gap4)}>{t('lead')}</p>
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
