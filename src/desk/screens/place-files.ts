import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '../../web/request/shop-context.ts'
import { exportDeskPlaces } from '../place-endpoints.ts'
import { fileResponse } from './parts/csv-response.ts'

const exported =
  (of: 'places' | 'taxes', name: string) =>
  async ({ context }: LoaderFunctionArgs): Promise<Response> =>
    fileResponse((await context.get(shopContext).call(exportDeskPlaces, {}))[of], 'application/json', name)

/** The places as the files of an import. */
export const placesFile = exported('places', 'places.json')
export const ratesFile = exported('taxes', 'tax-rates.json')
