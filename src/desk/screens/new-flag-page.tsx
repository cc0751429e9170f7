import { useActionData } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { changeDeskFlag } from '../flag-endpoints.ts'
import { FlagFields, audienceIn, textIn } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'
import { NewNamed, createNamed } from './new-named.tsx'

export const loader = () => ({ title: 'New flag' })

export const action = ({ context, request }: ActionFunctionArgs) =>
  createNamed(request, '/desk/flags', (name, entered) =>
    context.get(shopContext).call(changeDeskFlag, {
      name,
      base: 0,
      description: textIn(entered, 'description'),
      percent: textIn(entered, 'percent'),
      audience: audienceIn(entered),
    }),
  )

const empty: EnteredTexts = new Map([['percent', '0']])

const NewFlagPage = () => (
  <NewNamed
    crumb={<a href="/desk/flags">Flags</a>}
    title="New flag"
    sub="Pages have it as an attribute of their flags element; code and style sheets read it there."
    nameHint="Small letters, digits and hyphens. It stays."
    button="Create flag"
    answer={useActionData<typeof action>()}
    empty={empty}
    fields={FlagFields}
  />
)

export default NewFlagPage
