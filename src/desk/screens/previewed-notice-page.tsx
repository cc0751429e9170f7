import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { priceText } from '#shared/money.ts'
import { fieldsAs } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { viewPreviewedNotice } from '../price-increase-endpoints.ts'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { DeskNote, Section } from './parts/section.tsx'
import { dayText } from './parts/times.tsx'
import styles from './price-increase-form.module.css'

export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const requested = fieldsAs(viewPreviewedNotice.payload, query)
  return {
    title: 'The notice',
    requested,
    notice: await context.get(shopContext).call(viewPreviewedNotice, requested),
  }
}

/** The mail that a member of a place would get, before anybody is asked for the increase. */
const PreviewedNoticePage = () => {
  const { requested, notice } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        crumb={
          <>
            <a href="/desk/price-increases">Price increases</a> / <a href="/desk/price-increases/new">New</a>
          </>
        }
        title={notice.subject}
        sub={`${requested.plan_code} at ${priceText(requested.price, requested.currency)}, under the rules ${requested.rules.replaceAll(' ', ', ')}.`}
      />
      <Body>
        <Section title="The mail, as it would be sent">
          <pre className={styles.mail}>{notice.text}</pre>
        </Section>
        <DeskNote>
          <p>
            Of one member of this place, whose notice would go out on {dayText(notice.notice_on)}. The mails
            of others have their own plan, dates, amounts and card; the sentences are the same.
          </p>
        </DeskNote>
      </Body>
    </>
  )
}

export default PreviewedNoticePage
