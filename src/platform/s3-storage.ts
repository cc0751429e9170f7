import { AwsClient } from 'aws4fetch'
import { requireStoredName } from './file-storage.ts'
import type { FileStorage } from './file-storage.ts'
import type { Outgoing, OutgoingReply, OutgoingRequest } from './outgoing.ts'

/** A bucket of Amazon S3, or of a service that speaks its language: R2, MinIO, Ceph, Garage. */
export interface S3Settings {
  /** Its address without a path, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const timeoutMs = 20_000

const tries = 3

/** A signed request, sent again when its answer is lost or the service is busy: both actions may be done twice. */
const createSend = ({ endpoint, region, bucket, ...keys }: S3Settings, outgoing: Outgoing) => {
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 0 })
  const once = async (name: string, request: Pick<OutgoingRequest, 'method' | 'headers' | 'body'>) => {
    const url = `${endpoint}/${encodeURIComponent(bucket)}/${name}`
    const signed = await client.sign(url, request)
    return outgoing.request({
      ...request,
      url: signed.url,
      headers: Object.fromEntries(signed.headers),
      isBinary: true,
      timeoutMs,
    })
  }
  return async (...parts: Parameters<typeof once>): Promise<OutgoingReply> => {
    for (let left = tries - 1; ; left -= 1) {
      try {
        const reply = await once(...parts)
        if (reply.status < 500 || left === 0) return reply
      } catch (thrown) {
        if (left === 0) throw thrown
      }
    }
  }
}

const refused = (verb: string, { status }: OutgoingReply): Error =>
  new Error(`the storage did not ${verb} a file: HTTP ${status}`)

/** Files in a bucket, which every machine of the shop sees. */
export const createS3Storage = (settings: S3Settings, outgoing: Outgoing): FileStorage => {
  const send = createSend(settings, outgoing)
  return {
    write: async (name, bytes, type) => {
      requireStoredName(name)
      const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }
      const reply = await send(name, { method: 'PUT', headers, body: bytes })
      if (reply.status !== 200) throw refused('take', reply)
    },
    read: async (name) => {
      requireStoredName(name)
      const reply = await send(name, { method: 'GET' })
      if (reply.status === 404) return null
      if (reply.status !== 200) throw refused('give', reply)
      return Buffer.from(reply.body, 'latin1')
    },
  }
}
