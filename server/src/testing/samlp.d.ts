declare module 'samlp' {
  const samlp: {
    getSamlResponse(
      options: Record<string, unknown>,
      user: Record<string, unknown>,
      done: (error: Error | null, xml: string) => void,
    ): void
  }
  export default samlp
}
