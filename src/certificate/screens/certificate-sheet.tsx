import { brand } from '#shared/brand.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import type { Certificate } from '../endpoints.ts'
import { certificateFacts, sampleNote } from '../rules/certificate-text.ts'
import { testGroups } from '../rules/test-groups.ts'
import styles from './certificates-page.module.css'

const Tests = ({ group, tests }: { readonly group: string; readonly tests: Certificate['tests'] }) => (
  <table className={styles.tests}>
    <caption className={styles.group}>{group}</caption>
    <thead className={styles.columns}>
      <tr>
        <th scope="col">Test</th>
        <th scope="col">Limit</th>
        <th scope="col">Result</th>
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

/** The certificate of a lot on a page. */
export const CertificateSheet = ({ certificate }: { readonly certificate: Certificate }) => (
  <section aria-labelledby="certificate">
    <h2 className={text.d3} id="certificate">
      Lot {certificate.lot} meets every limit
    </h2>
    {brand.isDemonstration ? <Note className={layout.gap4}>{sampleNote}</Note> : null}
    <dl className={styles.facts}>
      {certificateFacts(certificate).map(({ label, value }) => (
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
        Open the certificate (PDF)
      </ButtonLink>
      <ButtonLink kind="link" href="/certificates">
        Look up another lot
      </ButtonLink>
    </p>
  </section>
)
