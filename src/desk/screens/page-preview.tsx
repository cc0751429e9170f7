import { classNames } from '#ui/class-names.ts'
import styles from './page-editor.module.css'
import { Views } from './parts/desk-head.tsx'
import { DeskNote, Section } from './parts/section.tsx'

/** How a page is looked at. */
export interface Look {
  readonly width: '390' | '1440'
  readonly scheme: 'light' | 'dark'
}

/** What the address of the desk's page says of it. */
export const lookIn = (query: URLSearchParams): Look => ({
  width: query.get('width') === '1440' ? '1440' : '390',
  scheme: query.get('look') === 'dark' ? 'dark' : 'light',
})

const addressOf = (part: string, { width, scheme }: Look): string =>
  `?${new URLSearchParams({ part, width, look: scheme })}#preview`

/** The frame, which the form of a part sends what is typed to. */
export const previewFrame = 'page-preview'

interface PreviewProps {
  readonly title: string
  readonly href: string | null
  readonly part: string
  /** Where the part is in the page. */
  readonly mark: string | null
  readonly look: Look
}

/** Its path in this shop, as it is shown in a frame. */
const pathOf = (href: string, mark: string | null): string => {
  const { pathname, searchParams } = new URL(href)
  searchParams.set('frame', '1')
  return `${pathname}?${searchParams}${mark === null ? '' : `#${mark}`}`
}

/**
 * The page as visitors would see it, in a frame that has an origin of its own and in which nothing runs: it cannot act at the desk.
 */
export const PagePreview = ({ title, href, part, mark, look }: PreviewProps) => (
  <div className={styles.preview} id="preview">
    <Section title="Preview" aside={href === null ? null : <a href={href}>Link to show</a>}>
      <Views
        label="Width and look"
        views={[
          ...(['390', '1440'] as const).map((width) => ({
            label: width,
            href: addressOf(part, { ...look, width }),
            isCurrent: look.width === width,
          })),
          ...(['light', 'dark'] as const).map((scheme) => ({
            label: scheme === 'light' ? 'Light' : 'Dark',
            href: addressOf(part, { ...look, scheme }),
            isCurrent: look.scheme === scheme,
          })),
        ]}
      />
      {href === null ? <DeskNote>The draft cannot be shown before its texts are in order.</DeskNote> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <section className={styles.frame} tabIndex={0} aria-label="Preview in its width">
        <iframe
          className={classNames(
            look.width === '390' ? styles.narrow : styles.wide,
            look.scheme === 'dark' ? styles.dark : styles.light,
          )}
          title={`Preview of ${title}`}
          name={previewFrame}
          sandbox=""
          data-desk-preview-shown=""
          src={href === null ? undefined : pathOf(href, mark)}
        />
      </section>
    </Section>
  </div>
)
