import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { LeadPictureExpected, leadPictureId } from '#ui/lead-picture.tsx'
import { Note } from '#ui/note.tsx'
import { Picture, isPictureName } from '#ui/picture.tsx'
import { PageSection } from '#ui/page-section.tsx'
import text from '#ui/text.module.css'
import type { ContentSection } from '../rules/content-page.ts'
import type { PlanPrices } from './inline-text.tsx'
import { InlineText } from './inline-text.tsx'
import styles from './title.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { sectionsMessages } from '../messages/sections-messages.ts'

interface TitleProps {
  readonly section: Extract<ContentSection, { readonly kind: 'title' }>
  readonly plans: PlanPrices
}

const sizes = { below: '100vw', side: '(min-width: 1024px) 50vw, 100vw' } as const

/** Of a legal text: from when it applies, who says it, how to reach them. */
const Validity = ({ from }: { readonly from: string }) => {
  const t = useMessages(sectionsMessages)
  const day = longDate(from, useLocale())
  return (
    <div className={classNames(text.small, styles.validity)}>
      <p>
        <span className={text.strong}>{t('effective', { day })}</span> {brand.seller.name},{' '}
        {brand.seller.lines.join(', ')}. <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
      </p>
      {brand.isDemonstration ? <Note className={layout.gap4}>{t('sampleText')}</Note> : null}
    </div>
  )
}

/** The head of a page: its name, a sentence, and if there is one its picture below or next to them. */
export const Title = ({ section, plans }: TitleProps) => {
  const { picture, place } = section
  const shown = picture && isPictureName(picture.name) ? { name: picture.name, alt: picture.alt } : null
  return (
    <PageSection
      className={classNames(styles.title, shown && styles[place])}
      rail={false}
      flush={shown ? 'bottom' : undefined}
    >
      <div className={styles.text}>
        <h1>{section.heading}</h1>
        {section.lead ? (
          <p className={classNames(text.lead, layout.gap5)}>
            <InlineText text={section.lead} plans={plans} />
          </p>
        ) : null}
        {section.effectiveOn ? <Validity from={section.effectiveOn} /> : null}
      </div>
      {shown ? (
        <div className={styles.picture} id={leadPictureId}>
          <LeadPictureExpected />
          <Picture {...shown} sizes={place === 'side' ? sizes.side : sizes.below} first />
        </div>
      ) : null}
    </PageSection>
  )
}
