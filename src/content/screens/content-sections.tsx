import type { ReplyOf } from '#shared/endpoint.ts'
import type { listArticles, readContentPage } from '../endpoints.ts'
import { Byline } from './byline.tsx'
import { Section } from './content-section.tsx'
import type { PlanPrices } from './inline-text.tsx'

interface ContentSectionsProps {
  readonly page: ReplyOf<typeof readContentPage>['page']
  readonly plans: PlanPrices
  readonly articles: ReplyOf<typeof listArticles>['articles']
}

/** Whether a page's first view shows a picture of the section under its title: it is loaded at once. */
const loadsPictureEagerly = (page: ContentSectionsProps['page'], at: number): boolean => {
  const [first] = page.sections
  return at === 1 && first?.kind === 'title' && !first.picture
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
      eagerPicture={loadsPictureEagerly(page, at)}
    />
  ))
