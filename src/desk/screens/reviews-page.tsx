import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { declineReasons, reviewStates } from '#review/rules/review.ts'
import { postedAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { decideDeskReview, listDeskReviews } from '../review-endpoints.ts'
import { EmptyList } from './parts/data-table.tsx'
import { DeskHead, Views } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote } from './parts/section.tsx'
import { OneReview } from './review-section.tsx'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const requested = new URL(request.url).searchParams.get('state')
  const state = reviewStates.find((one) => one === requested) ?? 'waiting'
  return { title: 'Reviews', state, ...(await context.get(shopContext).call(listDeskReviews, { state })) }
}

const Posted = z.object({
  id: z.string(),
  version: z.coerce.number().int(),
  decision: z.enum(['publish', 'decline']),
  reason: z.string().default(''),
})

export const action = async ({ context, request }: ActionFunctionArgs) => {
  const { id, version, decision, reason } = await postedAs(Posted, request)
  const chosen = declineReasons.find((one) => one === reason)
  if (decision === 'decline' && chosen === undefined) return { refusal: 'Please choose why it is declined.' }
  try {
    await context.get(shopContext).call(decideDeskReview, {
      id,
      version,
      decline_reason: decision === 'decline' ? chosen : undefined,
    })
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
  const { searchParams } = new URL(request.url)
  searchParams.set('done', decision === 'publish' ? 'published' : 'declined')
  throw redirect(`/desk/reviews?${searchParams}`, 303)
}

const answers: ReadonlyMap<string, string> = new Map([
  ['published', 'The review is published. Its author gets a mail.'],
  ['declined', 'The review is declined. Its author gets a mail with the reason.'],
])

const views = [
  ['Waiting', 'waiting'],
  ['Published', 'published'],
  ['Declined', 'declined'],
] as const

/** What buyers wrote, and the decision whether others read it. */
const ReviewsPage = () => {
  const { reviews, waiting, state } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [query] = useSearchParams()
  const done = answers.get(query.get('done') ?? '')
  return (
    <>
      <DeskHead title="Reviews" sub="Stars are no reason to decline. Only verified buyers can write one." />
      <Views
        label="Reviews by state"
        views={views.map(([label, value]) => ({
          label: value === 'waiting' ? `${label} (${waiting})` : label,
          href: `/desk/reviews?state=${value}`,
          isCurrent: value === state,
        }))}
      />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : done ? (
          <DeskNote kind="ok" isAnswer>
            {done}
          </DeskNote>
        ) : null}
        {reviews.map((review) => (
          <OneReview key={review.id} review={review} />
        ))}
      </Body>
      {reviews.length === 0 ? (
        <EmptyList title={state === 'waiting' ? 'No review waits.' : `No review is ${state}.`} />
      ) : null}
    </>
  )
}

export default ReviewsPage
