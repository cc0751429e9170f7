import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { PageSection } from '#ui/page-section.tsx'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import type { ContentSection } from '../rules/content-page.ts'
import type { Article } from '../rules/publication.ts'
import { Actions, Block, Figure } from './content-block.tsx'
import blocks from './content-block.module.css'
import styles from './content-section.module.css'
import type { PlanPrices } from './inline-text.tsx'
import { InlineText } from './inline-text.tsx'
import { ArticleList } from './article-list.tsx'
import { Hero, Title } from './page-heads.tsx'
import { PartMark } from './marked-parts.tsx'
import { ProductLayers } from './product-layers.tsx'

interface SectionProps<K extends ContentSection['kind']> {
  readonly section: Extract<ContentSection, { readonly kind: K }>
  readonly plans: PlanPrices
}

interface EagerPictureProps {
  /** Whether the section's picture is the first of its page. */
  readonly eagerPicture: boolean
}

const Text = ({
  section,
  plans,
  byline,
  eagerPicture,
}: SectionProps<'text'> & EagerPictureProps & { readonly byline: ReactNode }) => (
  <PageSection tone={section.tone} numbered={section.numbered} anchor={section.anchor}>
    <div className={layout.grid}>
      {section.heading ? (
        <div className={layout.first4}>
          <h2>{section.heading}</h2>
          {section.lead ? (
            <p className={classNames(text.lead, layout.gap4)}>
              <InlineText text={section.lead} plans={plans} />
            </p>
          ) : null}
        </div>
      ) : (
        byline
      )}
      <div className={classNames(layout.last6, blocks.blocks)}>
        {section.blocks.map((block, at) => (
          <Fragment key={`${at}-${block.kind}`}>
            <Block block={block} plans={plans} level={section.heading ? 3 : 2} first={eagerPicture} />
            <PartMark id={`${section.anchor}-${at}`} />
          </Fragment>
        ))}
      </div>
    </div>
  </PageSection>
)

const Sustainability = ({
  section,
  plans,
  eagerPicture,
}: SectionProps<'sustainability'> & EagerPictureProps) => (
  <PageSection tone={section.tone} numbered={section.numbered} anchor={section.anchor}>
    <div className={classNames(layout.grid, styles.sustainability)}>
      <h2 className={styles.sustainabilityHead}>{section.heading}</h2>
      <div className={styles.sustainabilityKit}>
        <Figure picture={section.kit} sizes="(min-width: 1024px) 56vw, 100vw" first={eagerPicture} />
      </div>
      <div className={styles.sustainabilityText}>
        <p className={text.lead}>
          <InlineText text={section.text} plans={plans} />
        </p>
        <Actions actions={[section.action]} className={layout.gap5} />
      </div>
      <div className={styles.sustainabilityRefill}>
        <Figure picture={section.refill} sizes="(min-width: 1024px) 36vw, 70vw" />
      </div>
      {section.film ? (
        <div className={styles.sustainabilityFilm}>
          <Figure picture={section.film} sizes="(min-width: 1024px) 56vw, 100vw" />
        </div>
      ) : null}
    </div>
  </PageSection>
)

const Company = ({ section, plans }: SectionProps<'company'>) => (
  <PageSection
    tone={section.tone}
    numbered={section.numbered}
    anchor={section.anchor}
    rail={false}
    className={styles.company}
  >
    <div className={layout.grid}>
      <div className={styles.companyPicture}>
        <Figure picture={section.picture} sizes="(min-width: 1024px) 60vw, 100vw" />
      </div>
      <div className={styles.companyText}>
        <h2>{section.heading}</h2>
        <p className={classNames(text.lead, layout.gap5)}>
          <InlineText text={section.text} plans={plans} />
        </p>
        <Actions actions={section.actions} className={layout.gap6} />
      </div>
    </div>
  </PageSection>
)

const Layers = ({ section, plans }: SectionProps<'layers'>) => (
  <PageSection
    tone={section.tone}
    numbered={section.numbered}
    anchor={section.anchor}
    rail={section.heading !== undefined}
    flush={section.heading ? 'bottom' : 'both'}
    className={classNames(styles.layers, !section.heading && styles.pictureFirst)}
  >
    {section.heading ? <h2 className={styles.layersHead}>{section.heading}</h2> : null}
    <dl
      className={classNames(
        styles.callouts,
        section.callouts.length === 3 && styles.callouts3,
        !section.heading && styles.calloutsAfter,
      )}
    >
      {section.callouts.map((callout) => (
        <div key={callout.title}>
          <dt>{callout.title}</dt>
          <dd>
            <InlineText text={callout.text} plans={plans} />
          </dd>
        </div>
      ))}
    </dl>
    <div className={styles.macro}>
      <Figure picture={section.picture} sizes="100vw" />
    </div>
  </PageSection>
)

/** One section of a content page, as its kind is drawn. */
export const Section = ({
  section,
  plans,
  articles = [],
  byline = null,
  eagerPicture = false,
}: Partial<EagerPictureProps> & {
  readonly section: ContentSection
  readonly plans: PlanPrices
  /** Of the magazine, for the sections that list them. */
  readonly articles?: readonly Article[]
  /** Shown next to the text if a section has no heading. */
  readonly byline?: ReactNode
}) => {
  switch (section.kind) {
    case 'title':
      return <Title section={section} plans={plans} />
    case 'articles':
      return <ArticleList section={section} articles={articles} />
    case 'text':
      return <Text section={section} plans={plans} byline={byline} eagerPicture={eagerPicture} />
    case 'hero':
      return <Hero section={section} plans={plans} />
    case 'products':
      return <ProductLayers section={section} plans={plans} eagerPicture={eagerPicture} />
    case 'sustainability':
      return <Sustainability section={section} plans={plans} eagerPicture={eagerPicture} />
    case 'company':
      return <Company section={section} plans={plans} />
    // The page of a product draws it, with what it has read.
    case 'reviews':
      return null
    case 'layers':
      return <Layers section={section} plans={plans} />
  }
}
