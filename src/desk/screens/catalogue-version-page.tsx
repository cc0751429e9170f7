import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { allows } from '#shared/staff.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { restoreDeskEntry, viewEntryVersion } from '../catalogue-endpoints.ts'
import { ChangeTable } from './catalogue-changes.tsx'
import styles from './catalogue-fields.module.css'
import { wordIn } from './catalogue-fields.tsx'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Body } from './parts/layout.tsx'
import { refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { timeText } from './parts/times.tsx'

export const loader = async ({ context, params }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const code = params['code'] ?? ''
  const number = Number(params['number'])
  const found = await call(viewEntryVersion, { code, number })
  const mayPublish = actor.kind === 'staff' && allows(actor.role, 'catalogue:change')
  return { title: `${code}, version ${number}`, code, number, mayPublish, ...found }
}

/** Publishes what this version said, on the latest version that the page showed. */
export const action = async ({ context, request, params }: ActionFunctionArgs) => {
  const code = params['code'] ?? ''
  const base = Number(wordIn(await postedForm(request), 'base'))
  try {
    await context.get(shopContext).call(restoreDeskEntry, { code, number: Number(params['number']), base })
  } catch (thrown) {
    return { refusal: refusalIn(thrown) }
  }
  throw redirect(`/desk/catalogue/entries/${code}?done=restored`, 303)
}

/** What restoring it would change, with the button that does. */
const Restoring = () => {
  const { latest, restoring, mayPublish } = useLoaderData<typeof loader>()
  if (restoring.length === 0) return <DeskNote>This is what is sold now.</DeskNote>
  return (
    <Section title="What restoring it would change">
      <ChangeTable label="What restoring it would change" changes={restoring} />
      {mayPublish ? (
        <form method="post" className={styles.publish}>
          <input type="hidden" name="base" value={latest} />
          <p>
            <ActionButton kind="primary">Restore</ActionButton>
          </p>
        </form>
      ) : null}
    </Section>
  )
}

/** A version of an entry: what it changed, and what restoring it would change. */
const CatalogueVersionPage = () => {
  const { code, number, version, changed } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={
          <>
            <a href="/desk/catalogue">Catalogue</a> / <a href={`/desk/catalogue/entries/${code}`}>{code}</a>
          </>
        }
        title={`Version ${number}`}
        sub={`${timeText(version.at)}, by ${version.by}`}
      />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            {answer.refusal}
          </DeskNote>
        ) : null}
        <Section title="What it changed">
          <ChangeTable label="What it changed" changes={changed} />
        </Section>
        <Restoring />
      </Body>
    </>
  )
}

export default CatalogueVersionPage
