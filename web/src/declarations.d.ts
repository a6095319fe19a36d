declare module 'icon:*' {
  const inside: string;
  export default inside;
}
declare module '*.css';
