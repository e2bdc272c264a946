/** Settings for storing files in S3 instead of a local directory. */
export type S3Settings = {
  /** `https://s3.eu-west-3.amazonaws.com`, or the URL of any S3-compatible server. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}
