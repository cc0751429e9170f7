import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Picture, isPictureName } from '#ui/picture.tsx'
import text from '#ui/text.module.css'
import type { ContentSection } from '../rules/content-page.ts'
import styles from './hero.module.css'
import type { PlanPrices } from './inline-text.tsx'
import { InlineText } from './inline-text.tsx'

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
