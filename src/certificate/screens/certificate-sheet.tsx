import { brand } from '#shared/brand.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import type { Certificate } from '../endpoints.ts'
import { certificatesMessages } from '../messages/certificates-messages.ts'
import { certificateFacts, testGroups } from '../rules/certificate.ts'
import styles from './certificates-page.module.css'

const Tests = ({ group, tests }: { readonly group: string; readonly tests: Certificate['tests'] }) => {
  const t = useMessages(certificatesMessages)
  return (
    <table className={styles.tests}>
      <caption className={styles.group}>{group}</caption>
      <thead className={styles.columns}>
        <tr>
          <th scope="col">{t('test')}</th>
          <th scope="col">{t('limit')}</th>
          <th scope="col">{t('result')}</th>
        </tr>
      </thead>
      <tbody>
        {tests.map((test) => (
          <tr key={test.name}>
            <th scope="row">
              {test.name}
              <small>{test.method}</small>
            </th>
            <td>{test.limit}</td>
            <td className={text.strong}>{test.result}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The certificate of a lot on a page. */
export const CertificateSheet = ({ certificate }: { readonly certificate: Certificate }) => {
  const t = useMessages(certificatesMessages)
  const locale = useLocale()
  return (
    <section aria-labelledby="certificate">
      <h2 className={text.d3} id="certificate">
        {t('meetsLimits', { lot: certificate.lot })}
      </h2>
      {brand.isDemonstration ? <Note className={layout.gap4}>{t('sample')}</Note> : null}
      <dl className={styles.facts}>
        {certificateFacts(certificate, locale).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {testGroups(certificate.tests).map(([group, tests]) => (
        <Tests key={group} group={group} tests={[...tests]} />
      ))}
      <p className={classNames(layout.actions, styles.after)}>
        <ButtonLink kind="secondary" href={`/certificate.pdf?lot=${certificate.lot}`}>
          {t('openPdf')}
        </ButtonLink>
        <ButtonLink kind="link" href="/certificates">
          {t('other')}
        </ButtonLink>
      </p>
    </section>
  )
}
