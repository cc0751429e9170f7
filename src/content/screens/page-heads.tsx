import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Picture, isPictureName } from '#ui/picture.tsx'
import text from '#ui/text.module.css'
import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import layout from '#ui/layout.module.css'
import { LeadPictureExpected, leadPictureId } from '#ui/lead-picture.tsx'
import { Note } from '#ui/note.tsx'
import { PageSection } from '#ui/page-section.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import type { ContentSection } from '../rules/content-page.ts'
import { sectionsMessages } from '../messages/sections-messages.ts'
import styles from './hero.module.css'
import { InlineText } from './inline-text.tsx'
import type { PlanPrices } from './inline-text.tsx'
import titleStyles from './title.module.css'

interface HeroProps {
  readonly section: Extract<ContentSection, { readonly kind: 'hero' }>
  readonly plans: PlanPrices
}

/** The first view of the home page: the picture is the background, in light and dark. */
export const Hero = ({ section, plans }: HeroProps) => {
  const { picture, narrowPicture, action } = section
  return (
    <section className={styles.hero}>
      {isPictureName(picture.name) && isPictureName(narrowPicture) ? (
        <div className={styles.background}>
          <Picture
            name={picture.name}
            alt={picture.alt}
            sizes="100vw"
            first
            narrow={{ name: narrowPicture, media: '(max-width: 767px)' }}
          />
        </div>
      ) : null}
      <div className={styles.text}>
        <h1>{section.heading}</h1>
        <p className={classNames(text.lead, styles.lead)}>
          <InlineText text={section.lead} plans={plans} />
        </p>
        <div className={styles.actions}>
          <ButtonLink kind={action.look} href={action.href}>
            {action.label}
          </ButtonLink>
          <span className={classNames(text.small, styles.aside)}>
            <InlineText text={section.aside} plans={plans} />
          </span>
        </div>
      </div>
    </section>
  )
}

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
    <div className={classNames(text.small, titleStyles.validity)}>
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
      className={classNames(titleStyles.title, shown && titleStyles[place])}
      rail={false}
      flush={shown ? 'bottom' : undefined}
    >
      <div className={titleStyles.text}>
        <h1>{section.heading}</h1>
        {section.lead ? (
          <p className={classNames(text.lead, layout.gap5)}>
            <InlineText text={section.lead} plans={plans} />
          </p>
        ) : null}
        {section.effectiveOn ? <Validity from={section.effectiveOn} /> : null}
      </div>
      {shown ? (
        <div className={titleStyles.picture} id={leadPictureId}>
          <LeadPictureExpected />
          <Picture {...shown} sizes={place === 'side' ? sizes.side : sizes.below} first />
        </div>
      ) : null}
    </PageSection>
  )
}
