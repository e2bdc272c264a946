/** Where files lie when it is not a directory of this machine. */
export type S3Settings = {
  /** `https://s3.eu-west-3.amazonaws.com`, or the address of any server that speaks S3. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}
