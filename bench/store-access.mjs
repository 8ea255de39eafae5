/** The S3 store that the environment names, as the program's own parts want to be told of it. */
export const access = {
  endpoint: process.env.AWS_ENDPOINT_URL,
  region: process.env.AWS_REGION ?? 'us-east-1',
  accessKeyId: process.env.AWS_ACCESS_KEY_ID,
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY,
  sessionToken: null,
};
