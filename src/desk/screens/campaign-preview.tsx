import { classNames } from '#ui/class-names.ts'
import styles from './page-editor.module.css'
import { Views } from './parts/desk-head.tsx'
import { DeskNote, Section } from './parts/section.tsx'

/** How a mail is looked at. */
export interface MailLook {
  readonly width: '390' | '600' | 'text'
  readonly scheme: 'light' | 'dark'
}

/** What the address of the page says of it. */
export const mailLookIn = (query: URLSearchParams): MailLook => {
  const width = query.get('width')
  return {
    width: width === '600' || width === 'text' ? width : '390',
    scheme: query.get('look') === 'dark' ? 'dark' : 'light',
  }
}

const addressOf = ({ width, scheme }: MailLook): string =>
  `?${new URLSearchParams({ width, look: scheme })}#preview`

interface MailPreviewProps {
  readonly id: string
  readonly version: number
  /** Null before its texts are in order. */
  readonly text: string | null
  readonly look: MailLook
}

const widths = [
  ['390', 'Phone, 390'],
  ['600', 'Wide, 600'],
  ['text', 'Plain text'],
] as const

const Shown = ({ id, version, text, look }: MailPreviewProps) => {
  if (text === null) return <DeskNote>The mail cannot be shown before its texts are in order.</DeskNote>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <section className={styles.frame} tabIndex={0} aria-label="Preview in its width">
      {look.width === 'text' ? (
        <pre className={styles.plain}>{text}</pre>
      ) : (
        <iframe
          className={classNames(
            look.width === '390' ? styles.narrow : styles.mail,
            look.scheme === 'dark' ? styles.dark : styles.light,
          )}
          title="Preview of the mail"
          sandbox=""
          src={`/desk/newsletters/${id}/preview.html?look=${look.scheme}&version=${version}`}
        />
      )}
    </section>
  )
}

/** The mail as a test copy shows it, in a frame in which nothing runs. */
export const MailPreview = (props: MailPreviewProps) => {
  const { look } = props
  return (
    <div className={styles.preview} id="preview">
      <Section title="Preview">
        <Views
          label="Width and look"
          views={[
            ...widths.map(([width, label]) => ({
              label,
              href: addressOf({ ...look, width }),
              isCurrent: look.width === width,
            })),
            ...(['light', 'dark'] as const).map((scheme) => ({
              label: scheme === 'light' ? 'Light' : 'Dark',
              href: addressOf({ ...look, scheme }),
              isCurrent: look.scheme === scheme,
            })),
          ]}
        />
        <Shown {...props} />
      </Section>
    </div>
  )
}
