import type { ReplyOf } from '#shared/call.ts'
import type { listArticles, readContentPage } from '../calls.ts'
import { Byline } from './byline.tsx'
import { Section } from './content-section.tsx'
import type { PlanPrices } from './inline-text.tsx'

interface ContentSectionsProps {
  readonly page: ReplyOf<typeof readContentPage>['page']
  readonly plans: PlanPrices
  readonly articles: ReplyOf<typeof listArticles>['articles']
}

/** A page's sections, one under the other. */
export const ContentSections = ({ page, plans, articles }: ContentSectionsProps) =>
  page.sections.map((section, at) => (
    <Section
      key={`${at}-${section.kind}`}
      section={section}
      plans={plans}
      articles={articles}
      byline={<Byline page={page} />}
    />
  ))
