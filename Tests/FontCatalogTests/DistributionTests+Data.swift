extension DistributionTests {
    /// DEP-11, as Debian publishes it.
    static let documents = """
        ---
        File: DEP-11
        Version: '0.16'
        Origin: testian-main
        MediaBaseUrl: https://example.org/media
        Priority: 30
        ---
        Type: desktop-application
        ID: org.example.Editor
        Package: editor
        Name:
          C: Editor
        Description:
          C: |-
            <p>
            ---
            Type: font
            </p>
        ---
        Type: font
        ID: org.example.Lora
        Package: fonts-lora
        Name:
          C: Lora
          ja: ローラ
          sr@latin: Lora L
        Summary:
          C: A serif for text
          de: Eine Antiqua
        DeveloperName:
          C: Cyreal
        ProjectLicense: OFL-1.1
        Url:
          homepage: https://example.org/lora
        Provides:
          fonts:
          - name: Lora Regular
          - name: Lora Bold
        Languages:
        - locale: ja
          percentage: 100
        - locale: pt_BR
        ---
        Type: font
        ID: org.example.Gone
        Package: fonts-gone
        Name:
          C: Gone

        """

    static let components = """
        <?xml version="1.0" encoding="UTF-8"?>
        <components version="0.14" origin="testian-more">
          <component type="desktop-application"><id>x</id><pkgname>x</pkgname><name>X</name></component>
          <component type="font">
            <id>org.example.Inter</id>
            <pkgname>fonts-inter</pkgname>
            <name>Inter</name>
            <name xml:lang="ja">インター</name>
            <summary>Type &amp; screens</summary>
            <project_license>OFL-1.1</project_license>
            <developer id="x"><name>Rasmus</name></developer>
            <url type="bugtracker">https://example.org/bugs</url>
            <url type="homepage">https://example.org/inter</url>
            <provides><font>Inter Regular</font><binary>no</binary></provides>
            <languages><lang percentage="90">vi</lang></languages>
          </component>
        </components>
        """
}
